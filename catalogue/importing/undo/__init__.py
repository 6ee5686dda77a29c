"""Takes an import back: notes what each batch writes, and later undoes what nobody has touched since."""
