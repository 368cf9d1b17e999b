# Builds vkperftest with Visual Studio and vcpkg in build\msvc-release and runs it with the arguments given here.
#   scripts\run.ps1 --quick --filter 'Byte*Load4*'
# Where PowerShell refuses scripts: powershell -ExecutionPolicy Bypass -File scripts\run.ps1 --quick
. (Join-Path $PSScriptRoot 'windows.ps1')
Build-Preset 'msvc-release'
& (Join-Path $root 'build\msvc-release\vkperftest.exe') @args
exit $LASTEXITCODE
