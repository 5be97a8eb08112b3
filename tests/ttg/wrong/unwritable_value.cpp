// error: ttg: a value of this type cannot be written into an archive: give it a serialize() member
#include <ttg.h>

struct Value {
  Value() = default;
  Value(const Value&) {}
};
int main() {
  Value v;
  return static_cast<int>(ttg::default_data_descriptor<Value>::payload_size(&v));
}
