/*
 * A test that reads the log must import this file first, because by default only errors are logged during
 * tests.
 */
process.env['LOG_LEVEL'] = 'info'
