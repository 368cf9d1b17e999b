#!/usr/bin/env python3
"""Measures on a device that lies in each way of its table, and prints the outcomes. Takes a few minutes on two cores; with
--short, only the lies that end soon, and some others."""
import goals
import hostile
import faults

RUN = ["run", "--quick", "--block", "1", "--validate"]
ROWS = RUN + ["--filter", "typed-r32f-linear", "--filter", "raw-load4-linear", "--filter", "constant-float4-linear",
              "--filter", "texture-bilinear-rgba8-linear", "--filter", "raw-load4-unaligned-linear"]
STRATEGIES = RUN + ["--suite", "binding", "--filter", "raw-load4-linear", "--filter", "constant16-float4-linear"]
COMPRESSED = RUN + ["--suite", "format", "--filter", "texture-load-bc1-linear", "--filter", "texture-load-bc7-linear"]
SUBGROUPS = RUN + ["--suite", "uniform", "--filter", "typed-r32f-uniform"]
SHORT = "short"
STRUCT = "VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_"

# The lie, the rows, the exit code, and what is said; where nothing is, every row comes out as on an honest device.
LIES = [
    ("timestamps constant", ROWS, 4, "the device's timestamps are wrong: they stood still", SHORT),
    ("timestamps backwards", ROWS, 4, "the device's timestamps are wrong: they report", SHORT),
    ("timestamps wrap, period 0.001953125", ROWS, 0, "", SHORT),  # inside many dispatches of each run
    ("period 0", ROWS, 3, "its timestamp period is not a positive number", SHORT),
    ("period -1", ROWS, 3, "its timestamp period is not a positive number"),
    ("period inf", ROWS, 3, "its timestamp period is not a positive number"),
    ("period nan", ROWS, 3, "its timestamp period is not a positive number"),
    ("period 52.083", ROWS, 0, ""),
    ("period 1000000", ROWS, 3, "the device's timer is too coarse", SHORT),
    ("minimum", ROWS, 3, "its workgroups hold 128 invocations, but the kernels need 256", SHORT),
    ("minimum, invocations 256", ROWS, 0, ""),
    ("minimum, invocations 256", STRATEGIES, 0, ""),
    ("version 1.0", ROWS, 3, "it offers Vulkan 1.0.0, but the kernels need 1.1", SHORT),
    ("version 1.1", STRATEGIES, 0, ""),
    ("version 1.1, hide VK_KHR_buffer_device_address", STRATEGIES, 0, "no feature bufferDeviceAddress"),
    ("hide VK_KHR_push_descriptor", STRATEGIES, 0, "no VK_KHR_push_descriptor", SHORT),
    ("hide VK_EXT_descriptor_buffer", STRATEGIES, 0, "no feature descriptorBuffer of VK_EXT_descriptor_buffer"),
    ("hide VK_EXT_inline_uniform_block", STRATEGIES, 0, "no feature inlineUniformBlock"),
    ("hide VK_EXT_host_query_reset", STRATEGIES, 0, ""),
    ("hide VK_EXT_subgroup_size_control", SUBGROUPS, 0, ""),
    ("hide VK_KHR_driver_properties", ROWS, 0, ""),
    ("hide VK_EXT_pci_bus_info", ROWS, 0, ""),
    (f"number {STRUCT}BUFFER_DEVICE_ADDRESS_FEATURES 0 0", STRATEGIES, 0, "no feature bufferDeviceAddress"),
    (f"number {STRUCT}DESCRIPTOR_BUFFER_FEATURES_EXT 0 0", STRATEGIES, 0, "no feature descriptorBuffer"),
    (f"number {STRUCT}INLINE_UNIFORM_BLOCK_FEATURES 0 0", STRATEGIES, 0, "no feature inlineUniformBlock"),
    (f"number {STRUCT}INLINE_UNIFORM_BLOCK_PROPERTIES 0 16", STRATEGIES, 0, "maxInlineUniformBlockSize is 16"),
    (f"number {STRUCT}HOST_QUERY_RESET_FEATURES 0 0", STRATEGIES, 0, ""),
    (f"number {STRUCT}PUSH_DESCRIPTOR_PROPERTIES_KHR 0 1", STRATEGIES, 0, "maxPushDescriptors is 1"),
    (f"number {STRUCT}SUBGROUP_PROPERTIES 0 0", SUBGROUPS, 0, ""),
    (f"number {STRUCT}SUBGROUP_PROPERTIES 0 1", SUBGROUPS, 0, ""),
    (f"number {STRUCT}SUBGROUP_PROPERTIES 0 3", SUBGROUPS, 0, ""),
    (f"number {STRUCT}SUBGROUP_PROPERTIES 0 128", SUBGROUPS, 0, "", SHORT),
    (f"number {STRUCT}SUBGROUP_PROPERTIES 1 0", SUBGROUPS, 0, "in compute shaders"),
    (f"number {STRUCT}SUBGROUP_PROPERTIES 2 1", SUBGROUPS, 0, "VK_SUBGROUP_FEATURE_SHUFFLE_BIT"),
    (f"number {STRUCT}SUBGROUP_SIZE_CONTROL_FEATURES 0 0", SUBGROUPS, 0, ""),
    ("names", ROWS, 0, "", SHORT),
    ("names", ["devices", "--all"], 0, r"x\u001b]0;title\u0007\u000a\u009b31m\u202e\xff", SHORT),
    ("plain 37", ROWS, 4, "RGBA8 lacks VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT", SHORT),
    ("plain 100", ROWS, 0, "R32F lacks VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT"),
    ("plain 131", COMPRESSED, 0, "the driver lacks the feature textureCompressionBC", SHORT),  # BC1
    ("heap 268435456", STRATEGIES, 0, ""),
    ("heap 65536", ROWS, 3, "bytes of memory, but the heap has 65536", SHORT),
    ("uncached", ROWS, 0, ""),
    ("discrete", STRATEGIES, 0, "", SHORT),
    ("discrete, uncached", STRATEGIES, 0, ""),
    ("queues compute", ROWS, 0, ""),
    ("queues several", ROWS, 0, "", SHORT),
]


def judge(run, honest, code, said):
    """What is wrong with the outcome; nothing if it is as the table says."""
    wrong = []
    if run.code != code:
        wrong.append(f"exit code {run.code} instead of {code}")
    if said not in run.told():
        wrong.append(f"not reported: '{said}'")
    if "validation:" in run.err:
        wrong.append("the validation layer reports messages")
    if set("\x1b\x07\x9b\u202e") & set(run.out + run.err):
        wrong.append("a name acts on the terminal")
    rows = run.rows()
    if code == 0 and not said and {key for key in honest if rows.get(key) != honest[key]}:
        wrong.append("not every row has the outcome of an honest device")
    if any(status in ("failed", "unsupported") and not reason for status, reason in rows.values()):
        wrong.append("a row without a reason")
    return wrong


def measure(options):
    values = faults.Registry().values
    campaign = hostile.Campaign()
    honest = {}
    for lie, arguments, code, said, *short in LIES:
        if options.short and not short or options.only not in lie:
            continue
        rows = tuple(arguments)
        if rows not in honest and code == 0 and not said:
            honest[rows] = hostile.Run(options, list(rows), HOSTILE_LIE="").rows()
        numbers = " ".join(str(values.get(word, word)) for word in lie.split(" "))
        run = hostile.Run(options, arguments, HOSTILE_LIE=numbers)
        known = honest.get(rows, {})
        campaign.tell(f"{lie.replace(STRUCT, '')} | {run.code}", judge(run, known, code, said), run.outcome(known))
    goals.goal("lies", campaign.done, ">=", 1)
    goals.goal("lies with a wrong outcome", campaign.wrong, "<=", 0)


if __name__ == "__main__":
    parser = hostile.parser(__doc__)
    parser.add_argument("--only", default="", help="only lies whose words contain this")
    goals.main(parser, measure)
