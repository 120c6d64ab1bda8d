import * as contract from '#contract/rights.ts'
import { mount, raw } from '../platform/http/mount.ts'
import { member } from '../platform/http/viewer.ts'
import { type Chore, type Worker, worker } from '../platform/queue.ts'
import { ask, exportOf, makeExport } from './export/ask.ts'
import { make } from './export/make.ts'
import { serveExport } from './export/serve.ts'
import { sweepExports } from './export/sweep.ts'
import { sayFarewell } from './farewell.ts'
import { keepRetention } from './retention.ts'
import { countQuarter, transparency } from './transparency.ts'

export const rightsRoutes = [
  mount(contract.requestExport, ({ viewer }) => ask(member(viewer))),
  mount(contract.getExport, ({ viewer }) => exportOf(member(viewer))),
  mount(contract.getTransparency, () => transparency()),
  raw(['GET'], contract.exportFile(':id'), async (c) =>
    serveExport(member(c.var.viewer), c.req.param('id') ?? '', c.req.raw),
  ),
]

export const rightsWorkers: Worker[] = [worker(makeExport, make)]

export const rightsChores: Chore[] = [
  { name: 'sweep-exports', cron: '37 * * * *', run: () => sweepExports() },
  { name: 'farewell', cron: '7 9 * * *', run: sayFarewell },
  { name: 'retention', cron: '11 3 * * *', run: () => keepRetention() },
  { name: 'transparency', cron: '20 4 * * *', run: () => countQuarter() },
]
