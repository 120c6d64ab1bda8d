import config from '../../e2e/playwright.config.ts'

/** The browser tests in this folder start the processes of a site themselves. */
export default { ...config, testDir: '.', outputDir: '../../../test-results' }
