// Not served: Taskflow itself has dropped it.
#error "taskflow/dsl is not part of XOMP's Taskflow front end"
