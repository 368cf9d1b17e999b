#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(binding = 0) buffer Out { uint result[]; } many[];
void main() { many[gl_WorkGroupID.x].result[0] = 1; }
