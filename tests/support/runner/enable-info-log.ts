/* Import this file first in a test that reads the log, because the test runner otherwise logs errors only. */
process.env['LOG_LEVEL'] = 'info'
