# Builds vkperftest and its tests with Visual Studio and vcpkg in build\msvc-ci and runs them with the ctest arguments given
# here. Needs Python with jsonschema (pip install jsonschema).
#   scripts\test.ps1 -L unit
. (Join-Path $PSScriptRoot 'windows.ps1')
Build-Preset 'msvc-ci'
Push-Location $root
ctest --preset msvc-ci @args
$code = $LASTEXITCODE
Pop-Location
exit $code
