enum { A, B = A + 1, }; struct S { int a; double b[2]; } s; typedef struct { half4 h; } H; using namespace n;
void S::f(in const uint A : TEXCOORD0) { this.b.c[2].Load3(A, B); { uint B; } } 
