#version 460
#extension GL_EXT_ray_query : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Out { float result; };
void main() {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, 0, 255, vec3(0), 0.0, vec3(1), 9.0);
    rayQueryProceedEXT(query);
    result = rayQueryGetIntersectionTEXT(query, false);
}
