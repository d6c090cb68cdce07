// Nothing is given to the page.
