# Dot-sourced by the other scripts of Windows: finds Visual Studio and vcpkg, and builds a preset.
$ErrorActionPreference = 'Stop'
$root = Split-Path -Parent $PSScriptRoot

function Stop-With([string]$sentence) {
    [Console]::Error.WriteLine($sentence)
    exit 1
}

# Puts the compiler, cmake and ninja of the newest Visual Studio, 2022 or later, into this shell's environment.
function Enter-VisualStudio {
    if (Get-Command cl -ErrorAction SilentlyContinue) { return }
    $finder = Join-Path ${env:ProgramFiles(x86)} 'Microsoft Visual Studio\Installer\vswhere.exe'
    $studio = $null
    if (Test-Path $finder) {
        $studio = & $finder -latest -products * -version '[17.0,)' -property installationPath `
            -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64
    }
    if (-not $studio) {
        Stop-With 'Visual Studio 2022 or its Build Tools were not found; install them: winget install Microsoft.VisualStudio.2022.BuildTools --override "--passive --wait --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"'
    }
    & (Join-Path $studio 'Common7\Tools\Launch-VsDevShell.ps1') -Arch amd64 -HostArch amd64 -SkipAutomaticLocation | Out-Null
}

# The vcpkg that VCPKG_ROOT names, or else one in the build folder. The one inside Visual Studio has no ports of its own.
function Enter-Vcpkg {
    $own = Join-Path $root 'build\vcpkg'
    if (-not $env:VCPKG_ROOT -or -not (Test-Path (Join-Path $env:VCPKG_ROOT 'ports'))) { $env:VCPKG_ROOT = $own }
    if (Test-Path (Join-Path $env:VCPKG_ROOT 'vcpkg.exe')) { return }
    if (-not (Get-Command git -ErrorAction SilentlyContinue)) { Stop-With 'git was not found; install it: winget install Git.Git' }
    git clone --depth 1 https://github.com/microsoft/vcpkg $own
    if ($LASTEXITCODE -ne 0) { Stop-With 'vcpkg could not be cloned, see above.' }
    & (Join-Path $own 'bootstrap-vcpkg.bat') -disableMetrics
    if ($LASTEXITCODE -ne 0) { Stop-With 'vcpkg could not be built, see above.' }
}

# The build needs the tools of these ports; vcpkg puts them below the folder of the preset.
function Build-Preset([string]$preset) {
    Enter-VisualStudio
    Enter-Vcpkg
    Push-Location $root
    try {
        cmake --preset $preset
        if ($LASTEXITCODE -ne 0) { Stop-With "CMake could not configure preset $preset, see above." }
        cmake --build --preset $preset
        if ($LASTEXITCODE -ne 0) { Stop-With "Building preset $preset failed, see above." }
    } finally {
        Pop-Location
    }
}
