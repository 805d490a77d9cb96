"""What cards do: trees of the ability language compiled to small programs, and the running of them. Rules 7, 8."""
