// Edge lists as SNAP and others publish them: a line "u v" an edge. The whole file at once; a wrong line ends the
// process.
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../harness/problem.h"
#include "graph.h"

enum { most_vertices = 2000000000 };

typedef struct Reader {
  const char* path;
  FILE* file;
  long line;
  size_t room;
  Edges edges;
} Reader;

_Noreturn static void refuse_line(const Reader* reader, const char* why) {
  fprintf(stderr, "%s: %s:%ld: %s\n", problem.name, reader->path, reader->line, why);
  exit(2);
}

_Noreturn static void refuse_file(const char* path, const char* why) {
  fprintf(stderr, "%s: %s: %s\n", problem.name, path, why);
  exit(2);
}

static const char* after_blanks(const char* text) {
  while (isspace((unsigned char)*text)) ++text;
  return text;
}

// The vertex number that *text begins with; moves *text behind it.
static int vertex_at(const Reader* reader, const char** text) {
  const char* digits = after_blanks(*text);
  if (!isdigit((unsigned char)*digits))
    refuse_line(reader, *digits == '-' ? "a vertex number is negative"
                        : *digits == 0 ? "one number where an edge has two"
                                       : "not two vertex numbers");
  char* end;
  errno = 0;
  const unsigned long number = strtoul(digits, &end, 10);
  if (errno || number >= most_vertices) refuse_line(reader, "a vertex number is too large: at most 1999999999");
  if (*end && !isspace((unsigned char)*end)) refuse_line(reader, "not two vertex numbers");
  *text = end;
  return (int)number;
}

static void add_edge(Reader* reader, Edge edge) {
  Edges* edges = &reader->edges;
  if (edges->count == reader->room) {
    reader->room = reader->room ? 2 * reader->room : 1024;
    edges->edges = realloc(edges->edges, reader->room * sizeof(Edge));
    if (!edges->edges) refuse_line(reader, "no memory for so many edges");
  }
  edges->edges[edges->count++] = edge;
  if (edge.from >= edges->vertices) edges->vertices = edge.from + 1;
  if (edge.to >= edges->vertices) edges->vertices = edge.to + 1;
}

static void read_line(Reader* reader, const char* text) {
  text = after_blanks(text);
  if (*text == 0 || *text == '#' || *text == '%') return;
  Edge edge;
  edge.from = vertex_at(reader, &text);
  edge.to = vertex_at(reader, &text);
  if (*after_blanks(text)) refuse_line(reader, "more than the two vertex numbers of an edge");
  add_edge(reader, edge);
}

Edges read_edges(const char* path) {
  Reader reader = {.path = path, .file = fopen(path, "r")};
  if (!reader.file) refuse_file(path, strerror(errno));
  char* text = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&text, &room, reader.file)) >= 0) {
    ++reader.line;
    if (strlen(text) != (size_t)length) refuse_line(&reader, "a zero byte: not a text file");
    read_line(&reader, text);
  }
  if (ferror(reader.file)) refuse_file(path, strerror(errno));
  free(text);
  fclose(reader.file);
  for (size_t i = 0; i < reader.edges.count; ++i)
    if (reader.edges.edges[i].from != reader.edges.edges[i].to) return reader.edges;
  refuse_file(path, "no edge between two vertices in it");
}
