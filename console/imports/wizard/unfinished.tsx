import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { deleteUpload, listUploads, type UploadRecord } from '../../../src/contract/imports/uploads.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useInOrganization, useZone } from '../../app/places.ts'
import { Confirm } from '../../design/confirm.tsx'
import { instant } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { uploadWords as words } from '../../words/audience/uploads.ts'
import { Sending } from './file-drop.tsx'

/** Files that were not sent to their end: sent on from where they were, or deleted. Nothing if there are none. */
export function UnfinishedUploads() {
  const uploads = useCall(listUploads, { query: { per_page: 500 } })
  const unfinished = (uploads.data?.data ?? []).filter(({ complete }) => !complete)
  if (uploads.isError) return <Failure error={uploads.error} again={() => void uploads.refetch()} />
  if (unfinished.length === 0) return null
  return (
    <Panel title={words.title}>
      <Stack gap="md">
        <Text size="sm" c="dimmed" maw="44rem">
          {words.hint}
        </Text>
        {unfinished.map((upload) => (
          <Unfinished key={upload.id} upload={upload} />
        ))}
      </Stack>
    </Panel>
  )
}

function Unfinished({ upload }: { upload: UploadRecord }) {
  const { id, filename, size_bytes: bytes, offset, expires_at: expires } = upload
  const at = useInOrganization()
  const zone = useZone()
  const [, go] = useLocation()
  const [file, setFile] = useState<File | null>(null)
  const [tries, setTries] = useState(0)
  if (file !== null && isSame(file, upload)) {
    return (
      <Sending
        key={tries}
        file={file}
        uploadId={id}
        use={(upload) => go(at(`/imports/new?upload=${upload}&step=columns`))}
        leave={() => setFile(null)}
        again={() => setTries(tries + 1)}
      />
    )
  }
  return (
    <Stack gap={6} role="group" aria-label={filename}>
      <Text style={{ overflowWrap: 'anywhere' }}>{filename}</Text>
      <Text size="sm" c="dimmed" className="figures">
        {words.arrived(offset, bytes)}
        {expires !== null && ` ${words.until(instant(expires, zone))}`}
      </Text>
      {file !== null && (
        <Text size="sm" role="alert" c="var(--quiver-danger)">
          {words.other(filename, bytes)}
        </Text>
      )}
      <Group gap="xs">
        <FileButton
          onChange={(chosen) => chosen !== null && setFile(chosen)}
          inputProps={{ 'aria-label': words.goOn(filename) }}
        >
          {(props) => (
            <Button {...props} variant="default" size="compact-sm">
              {words.choose}
            </Button>
          )}
        </FileButton>
        <Discard id={id} filename={filename} />
      </Group>
    </Stack>
  )
}

/** Appending bytes of another file to those that have arrived would produce a corrupt file. */
function isSame({ name, size }: File, { filename, size_bytes: bytes }: UploadRecord): boolean {
  return name === filename && size === bytes
}

function Discard({ id, filename }: { id: number; filename: string }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useChange(deleteUpload, { done: () => setOpen(false) })
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={words.discardOf(filename)}
        onClick={() => setOpen(true)}
      >
        {words.discard}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={words.discardOf(filename)}
        action={words.discardDo}
        act={() => remove.mutate({ params: { id } })}
        close={() => setOpen(false)}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.discardText}</Text>
      </Confirm>
    </>
  )
}
