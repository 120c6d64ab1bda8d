/* Imported first, it lets the log speak in a test that reads it: the whole suite runs with errors alone. */
process.env['LOG_LEVEL'] = 'info'
