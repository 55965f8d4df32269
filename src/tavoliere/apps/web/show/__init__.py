"""What people see and read of a table: messages, pictures, rules, pages. The only room with words in it."""
