// copyprivate of class objects: each thread's copy is assigned once.
#include <omp.h>

#include <string>

#include "check.h"

int main() {
#pragma omp parallel
  {
    std::string text = "own";
    for (int round = 0; round < 50; round++) {
#pragma omp single copyprivate(text)
      text = std::string(100, 'a' + round % 26);
      CHECK(text == std::string(100, 'a' + round % 26));
      text += "longer";
    }
  }
  return check_result();
}
