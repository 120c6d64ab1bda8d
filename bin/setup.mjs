// Makes this machine ready for `npm start` (node bin/setup.mjs start) or `npm test` (… test). It runs under the Node that is
// there, before anything is installed: plain JavaScript, and this file must even parse under a Node that is too old.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Afterbell needs Node 20 or newer to start; this is ${process.version}. See https://nodejs.org`,
  )
  process.exit(1)
}
import('./setup/run-setup.mjs').then(({ runSetup }) => runSetup(process.argv[2] || 'start'))
