/* Import this first in a test that reads the log: the suite runs with errors only. */
process.env['LOG_LEVEL'] = 'info'
