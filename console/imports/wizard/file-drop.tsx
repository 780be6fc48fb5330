import { Alert, Box, Button, FileButton, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useOpenSession } from '../../app/session.tsx'
import { Failure } from '../../design/states.tsx'
import { wrongFile } from '../../../src/contract/imports/wrong-files.ts'
import { reasonOf } from '../../app/reach/reasons.ts'
import { columnWords, sourceWords as words } from '../../words/imports.ts'
import { uploadFile, type Progress as Sent } from './uploading.ts'

type Props = { use: (uploadId: number) => void; file?: File }

/** A file is dropped or chosen, and sent; a lost connection is waited for. */
export function FileDrop({ use, file: given }: Props) {
  const [file, setFile] = useState<File | null>(given ?? null)
  const [tries, setTries] = useState(0)
  const [wrong, setWrong] = useState('')
  const choose = async (chosen: File) => {
    const problem = await problemOf(chosen)
    setWrong(problem)
    if (problem === '') setFile(chosen)
  }
  if (file === null) {
    return (
      <Stack>
        {wrong !== '' && (
          <Alert
            role="alert"
            variant="outline"
            color="var(--quiver-danger)"
            icon={<IconAlertTriangle stroke={1.75} />}
          >
            {wrong}
          </Alert>
        )}
        <Choose
          choose={(chosen) => void choose(chosen)}
          word={wrong === '' ? words.choose : columnWords.other}
        />
      </Stack>
    )
  }
  return (
    <Sending
      key={tries}
      file={file}
      use={use}
      leave={() => setFile(null)}
      again={() => setTries(tries + 1)}
    />
  )
}

/** By its first bytes, before any of it is sent. @returns '' if it may be a list */
async function problemOf(file: File): Promise<string> {
  // A file that cannot be read fails while it is sent.
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => null)
  const problem = head === null ? null : wrongFile(file.name, new Uint8Array(head))
  return problem === null ? '' : reasonOf(problem)
}

const headBytes = 65_536

function Choose({ choose, word }: { choose: (file: File) => void; word: string }) {
  const [isOver, setOver] = useState(false)
  return (
    <Box
      p="xl"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file !== undefined) choose(file)
      }}
      style={{
        border: `1px dashed ${isOver ? 'var(--mantine-primary-color-filled)' : 'var(--mantine-color-default-border)'}`,
        borderRadius: 10,
        background: isOver ? 'var(--quiver-soft)' : undefined,
      }}
    >
      <Stack align="center" gap="xs">
        <IconFileImport stroke={1.75} size={32} aria-hidden />
        <Text fw={600}>{words.drop}</Text>
        <Text c="dimmed" ta="center" maw="32rem">
          {words.dropHint}
        </Text>
        <FileButton onChange={(file) => file !== null && choose(file)} inputProps={{ 'aria-label': word }}>
          {(props) => <Button {...props}>{word}</Button>}
        </FileButton>
      </Stack>
    </Box>
  )
}

type SendingProps = {
  file: File
  /** Of the upload that has the beginning of the file. Default: this browser knows whether there is one. */
  uploadId?: number
  use: (uploadId: number) => void
  leave: () => void
  again: () => void
}

export function Sending({ file, uploadId, use, leave, again }: SendingProps) {
  const { sent, failure } = useUpload(file, uploadId, use)
  if (failure !== null) {
    return (
      <Stack align="flex-start">
        <Failure error={failure} />
        <Text>{words.stopped}</Text>
        <Button onClick={again}>{words.goOn}</Button>
      </Stack>
    )
  }
  const said = sent.isCut ? words.cut(sent.sent, sent.total) : words.sending(sent.sent, sent.total)
  return (
    <Stack gap="xs" align="flex-start" maw="36rem">
      <Text fw={600}>{file.name}</Text>
      <Progress value={(100 * sent.sent) / Math.max(1, sent.total)} w="100%" aria-label={words.progress} />
      <Text role="status" c={sent.isCut ? 'var(--quiver-warning)' : undefined} className="figures">
        {said}
      </Text>
      <Button variant="default" onClick={leave}>
        {words.stop}
      </Button>
    </Stack>
  )
}

function useUpload(file: File, uploadId: number | undefined, use: (uploadId: number) => void) {
  const { csrf_token: csrfToken } = useOpenSession()
  const [sent, setSent] = useState<Sent>({ sent: 0, total: file.size, isCut: false })
  const [failure, setFailure] = useState<unknown>(null)
  const done = useRef(use)
  useEffect(() => {
    done.current = use
  }, [use])
  const token = useRef(csrfToken)
  useEffect(() => {
    const stop = new AbortController()
    uploadFile(file, { csrfToken: token.current, uploadId, onProgress: setSent, signal: stop.signal }).then(
      (id) => done.current(id),
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(error)
      },
    )
    return () => stop.abort()
  }, [file, uploadId])
  return { sent, failure }
}
