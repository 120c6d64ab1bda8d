import { Upload } from 'lucide-react'
import { type ComponentProps, type DragEvent, type ReactElement, type ReactNode, useState } from 'react'
import { formatBytes } from '../formatting/format-bytes.ts'
import { FormField, type FormFieldProps } from './form-field.tsx'

type FileFieldProps = FormFieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'size'> & {
    onFiles?: (files: File[]) => void
    /** The text in the drop zone, for example "Drop a video here, or choose one". */
    prompt: string
    icon?: ReactElement
    size?: 'medium' | 'large'
    /**
     * Content to show instead of the name and size of the chosen file, for example the first frame of a
     * video.
     */
    chosen?: ReactNode
  }

/** A drop zone around a native file field, so it also works in a form without JavaScript. */
export function FileField(props: FileFieldProps) {
  const { label, hint, error, optional, id, className, onFiles, prompt, icon, size, chosen, ...input } = props
  const [files, setFiles] = useState<File[]>([])
  const [isDragging, setIsDragging] = useState(false)
  const enter = (event: DragEvent) => event.dataTransfer.types.includes('Files') && setIsDragging(true)
  const choose = (list: FileList | null) => {
    setIsDragging(false)
    setFiles([...(list ?? [])])
    onFiles?.([...(list ?? [])])
  }
  return (
    <FormField label={label} hint={hint} error={error} optional={optional} id={id} className={className}>
      {(wiring) => (
        <div className="drop" data-size={size} data-over={isDragging || undefined}>
          {chosen ??
            (files.length ? (
              <ChosenFileNames files={files} />
            ) : (
              <DropPrompt icon={icon}>{prompt}</DropPrompt>
            ))}
          <input
            {...input}
            {...wiring}
            type="file"
            onChange={(event) => choose(event.target.files)}
            onDragEnter={enter}
            onDragLeave={() => setIsDragging(false)}
            onDrop={() => setIsDragging(false)}
          />
        </div>
      )}
    </FormField>
  )
}

function DropPrompt({ icon, children }: { icon?: ReactElement; children: ReactNode }) {
  return (
    <>
      <span className="drop-mark" aria-hidden="true">
        {icon ?? <Upload />}
      </span>
      <span className="font-semibold">{children}</span>
    </>
  )
}

function ChosenFileNames({ files }: { files: File[] }) {
  return files.map((file) => (
    <span key={file.name} className="drop-name">
      {file.name} <span className="font-normal text-quiet">{formatBytes(file.size)}</span>
    </span>
  ))
}
