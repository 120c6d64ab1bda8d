import { formatDate } from '#i18n/formats.ts'
import { useState } from 'react'
import type { CaptionDraft } from '#contract/captions/caption-drafts.ts'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import {
  type CaptionEditor as Editor,
  CaptionEditorContext,
  createCaptionEditor,
  useCaptionEditorView,
} from './caption-editor-context.ts'
import type { CaptionEditorCommand } from './caption-editor-commands.ts'
import { CaptionDraftConflictDialog } from './dialogs/caption-draft-conflict-dialog.tsx'
import { FindBar } from './dialogs/find-bar.tsx'
import { ShiftCuesDialog } from './dialogs/shift-cues-dialog.tsx'
import { CaptionEditorShortcutsDialog } from './dialogs/caption-editor-shortcuts-dialog.tsx'
import { CaptionEditorToolbar } from './editor-toolbar.tsx'
import { CueList } from './list/cue-list.tsx'
import { runCaptionEditorCommand } from './run-caption-editor-command.ts'
import { useCaptionDraftSync } from './saving/use-caption-draft-sync.ts'
import { usePublishCaptions } from './saving/use-publish-captions.ts'
import { CaptionSavingStatus } from './caption-saving-status.tsx'
import { useCaptionEditorShortcuts } from './use-editor-shortcuts.ts'
import { CaptionEditorVideo, type CaptionEditorVideoData } from './video/caption-editor-video.tsx'
import { Timeline } from './video/timeline.tsx'
import './caption-editor.css'

interface Props {
  video: CaptionEditorVideoData & { id: string }
  draft: CaptionDraft
  userId: string
}

/**
 * The editor for the captions of one video in one language. The component's React `key` must identify both
 * the video and the captions that are being edited.
 */
export function CaptionEditor({ video, draft, userId }: Props) {
  const [editor] = useState(() =>
    createCaptionEditor(draft.cues, {
      language: draft.language,
      duration: video.duration_seconds === null ? null : Math.round(video.duration_seconds * 1000),
    }),
  )
  return (
    <CaptionEditorContext value={editor}>
      <EditorFrame editor={editor} video={video} draft={draft} userId={userId} />
    </CaptionEditorContext>
  )
}

function EditorFrame({ editor, video, draft, userId }: Props & { editor: Editor }) {
  const target = { videoId: video.id, language: draft.language, isSdh: draft.is_sdh }
  const { view, saving } = useCaptionDraftSync(editor, { target, userId, draft })
  const publishing = usePublishCaptions(editor, target, saving)
  const panel = useCaptionEditorView((state) => state.panel)
  const run = (name: CaptionEditorCommand) =>
    runCaptionEditorCommand(editor, name, {
      save: () => void saving?.saver.flush(),
      publish: () => void publishing.publish(),
    })
  useCaptionEditorShortcuts(run)
  const status = view?.saving ?? ({ status: 'saved', error: null } as const)
  const hasDraft = view?.hasDraft ?? draft.state === 'draft'
  const canPublish = hasDraft || status.status !== 'saved'
  return (
    <div className="caption-editor needs-js">
      <div className="caption-bar">
        <CaptionSavingStatus
          saving={status}
          isStored={view?.isStored ?? true}
          hasDraft={hasDraft}
          isPublished={view?.isPublished ?? draft.is_published}
          onChoose={() => void saving?.loadTheirs()}
        />
        <Button
          variant="primary"
          busy={publishing.isBusy}
          disabledReason={!canPublish && captionEditorMessages.nothingToPublish}
          onClick={() => void publishing.publish()}
        >
          {captionEditorMessages.publish}
        </Button>
      </div>
      {view?.unsaved && saving && (
        <div aria-live="polite" className="caption-restore">
          <p>
            {captionEditorMessages.restore.found({
              when: formatDate(view.unsaved.at, { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </p>
          <Button size="small" variant="primary" onClick={saving.restore}>
            {captionEditorMessages.restore.restore}
          </Button>
          <Button size="small" onClick={saving.discard}>
            {captionEditorMessages.restore.discard}
          </Button>
        </div>
      )}
      <div className="caption-columns">
        <div className="caption-stage">
          <CaptionEditorVideo video={video} />
          <Timeline storyboardUrl={video.storyboard_url} />
        </div>
        <div className="caption-side">
          <CaptionEditorToolbar run={run} />
          {panel === 'find' && <FindBar />}
          <CueList />
        </div>
      </div>
      <ShiftCuesDialog />
      <CaptionEditorShortcutsDialog />
      {saving && <CaptionDraftConflictDialog conflict={view?.conflict ?? null} saving={saving} />}
      <ConfirmDialog
        open={publishing.question !== null}
        title={captionEditorMessages.askTitle({ cue: (publishing.question?.cue ?? 0) + 1 })}
        confirmLabel={captionEditorMessages.publishAnyway}
        onConfirm={() => void publishing.publish(true)}
        onCancel={publishing.cancel}
      >
        {publishing.question?.detail}
      </ConfirmDialog>
    </div>
  )
}
