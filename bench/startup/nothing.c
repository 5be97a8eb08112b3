// What a process costs that does nothing: the mark for start-up times. Built without OpenMP.
int main(void) { return 0; }
