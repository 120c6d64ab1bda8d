import { type SavedCaptionDraft, saveCaptionDraft } from '#contract/captions/caption-drafts.ts'
import { createCaptions } from '#contract/content/captions.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import type { DemoApiClient } from './api-client.ts'
import type { DemoClip } from './clips.ts'
import type { DemoDataRecord } from './demo-data-record.ts'
import { demoDataRecordKeyForTitle } from './publish-clip.ts'

type Lines = readonly [from: string, to: string, text: string][]

const wrongStop = 'Bus 9, Episode 1: The Wrong Stop'

/**
 * Captions for demo clips in four languages, some with descriptions of sounds. The site's search also finds
 * the text of these captions.
 */
const demoCaptions: readonly { clip: string; language: string; is_sdh: boolean; lines: Lines }[] = [
  {
    clip: wrongStop,
    language: 'en',
    is_sdh: true,
    lines: [
      ['00:00.500', '00:04.000', '[Bus engine idling]'],
      ['00:04.200', '00:08.500', '<v Nell>Is this the nine?</v>'],
      ['00:09.000', '00:13.000', '<v Driver>It was the nine\nwhen I got on.</v>'],
      ['00:13.500', '00:18.000', '<i>Next stop: the wrong one.</i>'],
      ['00:20.000', '00:25.000', '<v Nell>Has anyone seen the last stop?</v>'],
      ['00:25.500', '00:29.000', '♪ Upbeat bass line ♪'],
    ],
  },
  {
    clip: wrongStop,
    language: 'es',
    is_sdh: false,
    lines: [
      ['00:04.200', '00:08.500', '¿Este es el nueve?'],
      ['00:09.000', '00:13.000', 'Era el nueve\ncuando me subí.'],
      ['00:13.500', '00:18.000', 'Próxima parada: la equivocada.'],
      ['00:20.000', '00:25.000', '¿Alguien ha visto la última parada?'],
    ],
  },
  {
    clip: wrongStop,
    language: 'fr',
    is_sdh: false,
    lines: [
      ['00:04.200', '00:08.500', 'C’est le neuf ?'],
      ['00:09.000', '00:13.000', 'C’était le neuf\nquand je suis monté.'],
      ['00:13.500', '00:18.000', 'Prochain arrêt : le mauvais.'],
      ['00:20.000', '00:25.000', 'Quelqu’un a vu le terminus ?'],
    ],
  },
  {
    clip: wrongStop,
    language: 'ar',
    is_sdh: false,
    lines: [
      ['00:04.200', '00:08.500', 'هل هذه الحافلة رقم تسعة؟'],
      ['00:09.000', '00:13.000', 'كانت رقم تسعة\nعندما صعدت.'],
      ['00:13.500', '00:18.000', 'المحطة التالية: المحطة الخطأ.'],
      ['00:20.000', '00:25.000', 'هل رأى أحد المحطة الأخيرة؟'],
    ],
  },
]

/** Adds captions to the demo clips that have been uploaded. Skips captions that already exist. */
export async function addDemoCaptions(
  people: ReadonlyMap<string, Pick<DemoApiClient, 'sendText' | 'sendJson'>>,
  demoDataRecord: Pick<DemoDataRecord, 'has' | 'getId' | 'record'>,
  clips: readonly DemoClip[],
): Promise<void> {
  for (const { clip, language, is_sdh, lines } of demoCaptions) {
    const creator = people.get(clips.find(({ title }) => title === clip)?.by ?? '')
    const id = demoDataRecord.getId(demoDataRecordKeyForTitle(clip))
    const key = `captions:${clip}:${language}`
    if (!creator || !id || demoDataRecord.has(key)) continue
    const cues = lines.map(([from, to, text]) => `${from} --> ${to}\n${text}\n`)
    const query = { language, is_sdh: is_sdh ? ('true' as const) : ('false' as const) }
    const path = buildEndpointPath(createCaptions, { params: { id }, query })
    await creator.sendText(path, ['WEBVTT\n', ...cues].join('\n'))
    await demoDataRecord.record(key)
  }
  await addDemoDraft(people, demoDataRecord, clips)
}

/** Captions that a creator has started to write in the caption editor. */
const demoDraft: SavedCaptionDraft['cues'] = [
  { start: 4200, end: 8500, text: 'É o nove?', settings: '' },
  { start: 9000, end: 13_000, text: 'Era o nove\nquando eu subi.', settings: '' },
  { start: 13_500, end: 18_000, text: '', settings: '' },
]

async function addDemoDraft(...[people, demoDataRecord, clips]: Parameters<typeof addDemoCaptions>) {
  const creator = people.get(clips.find(({ title }) => title === wrongStop)?.by ?? '')
  const id = demoDataRecord.getId(demoDataRecordKeyForTitle(wrongStop))
  const key = `caption-draft:${wrongStop}`
  if (!creator || !id || demoDataRecord.has(key)) return
  const body: SavedCaptionDraft = { version: '-.-', cues: demoDraft }
  await creator.sendJson(buildEndpointPath(saveCaptionDraft, { params: { id, language: 'pt' } }), body)
  await demoDataRecord.record(key)
}
