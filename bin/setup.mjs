// Prepares this machine for `npm start` (`node bin/setup.mjs start`), `npm run admin` (`admin`, which does not build the web
// app) or `npm test` (`test`). This file runs before anything is installed, with whatever Node the machine has. The script is
// therefore plain JavaScript that even an outdated Node can parse.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Afterbell needs Node 20 or newer to start; this is ${process.version}. See https://nodejs.org`,
  )
  process.exit(1)
}
import('./setup/run-setup.mjs').then(({ runSetup }) => runSetup(process.argv[2] || 'start'))
