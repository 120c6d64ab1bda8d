import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about captions. Part of error-table.ts. `{line}` is a line of the caption file. */
const field = 'captions' as const

export const captionErrors = defineMessages(
  'errors/caption',
  {
    captions_not_found: { status: 404, title: 'Not found', detail: 'These captions were deleted.' },
    captions_invalid: { status: 422, title: 'Please check your captions', detail: '{problem}', field },
    captions_too_large: {
      status: 413,
      title: 'File too large',
      detail: 'A caption file can be at most 1 MB.',
      field,
    },
    captions_encoding: {
      status: 422,
      title: 'Which encoding is this?',
      detail:
        'We can’t tell which encoding this file uses. Save the file as UTF-8 and choose it again. If the file comes from an older Windows program in Western Europe or the Americas, choose the encoding Windows-1252.',
      field,
    },
    captions_exist: {
      status: 409,
      title: 'You already have these',
      detail: 'This video already has captions in this language. Replace them instead.',
      field: 'language',
    },
    captions_too_many: {
      status: 409,
      title: 'Too many languages',
      detail: 'A video can have captions in at most 60 languages.',
    },
    caption_language_unknown: {
      status: 422,
      title: 'Unknown language',
      detail: 'Choose a language from the list.',
      field: 'language',
    },
    captions_rude: {
      status: 422,
      title: 'Please rephrase',
      detail: 'Line {line} contains rude words. Change it and choose the file again.',
      field,
    },
    captions_threat: {
      status: 422,
      title: 'This could hurt someone',
      detail: 'Line {line} threatens someone or tells them to die. Change it and choose the file again.',
      field,
    },
    captions_unwanted: {
      status: 422,
      title: 'Not allowed in captions',
      detail: 'Line {line} contains something that isn’t allowed here. Change it and choose the file again.',
      field,
    },
    captions_contact: {
      status: 422,
      title: 'No contact details in captions',
      detail:
        'Everyone can read captions, so they can’t contain contact details or links. Change line {line} and choose the file again.',
      field,
    },
    captions_changed: {
      status: 409,
      title: 'Changed somewhere else',
      detail: 'These captions were changed in another window or on another device.',
    },
    captions_draft_too_large: {
      status: 413,
      title: 'Too much text',
      detail: 'Captions can have at most 10,000 lines and 300,000 characters.',
      field,
    },
    caption_cue_rude: {
      status: 422,
      title: 'Please rephrase',
      detail: 'This caption contains rude words. Change it and publish again.',
      field,
    },
    caption_cue_threat: {
      status: 422,
      title: 'This could hurt someone',
      detail: 'This caption threatens someone or tells them to die. Change it and publish again.',
      field,
    },
    caption_cue_unwanted: {
      status: 422,
      title: 'Not allowed in captions',
      detail: 'This caption contains something that isn’t allowed here. Change it and publish again.',
      field,
    },
    caption_cue_contact: {
      status: 422,
      title: 'No contact details in captions',
      detail:
        'Everyone can read captions, so they can’t contain contact details or links. Change this one and publish again.',
      field,
    },
    caption_cue_ask: { status: 422, title: 'Are you sure?', detail: '{problem}', field },
    captions_ask: { status: 422, title: 'Are you sure?', detail: 'Line {line}: {problem}', field },
  } as const,
  ['field', 'when'],
)
