import {
  Alert,
  Button,
  FileInput,
  Group,
  Image,
  Modal,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useState } from 'react'
import type { ClipboardEvent, DragEvent } from 'react'
import { createAsset, deleteAsset, listAssets } from '../../../../src/contract/resources/assets.ts'
import type { AssetRecord } from '../../../../src/contract/resources/assets.ts'
import { useCall, useChange } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { serverUrl } from '../../../app/root.ts'
import { Answered, Failure } from '../../../design/states.tsx'
import { composeWords } from '../../../words/compose.ts'
import { useUpload } from './upload.ts'

const words = composeWords.pictures

type PicturesProps = { src: string; choose: (src: string) => void }

/** An address, or a picture that the server keeps: chosen, dropped here, or pasted. */
export function Pictures({ src, choose }: PicturesProps) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { take, isTooLarge, create } = useUpload(({ url }) => choose(url))
  const canUpload = may(createAsset)
  const offered = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const file = Array.from(data.files).find(({ type }) => type.startsWith('image/'))
    if (file === undefined || !canUpload) return
    event.preventDefault()
    take(file)
  }
  return (
    <div
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => offered(event, event.dataTransfer)}
      onPaste={(event) => offered(event, event.clipboardData)}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label={composeWords.blocks.fields.src}
          description={isForeign(src) ? words.foreign : canUpload ? words.dropHint : undefined}
          error={isTooLarge ? words.tooLarge : undefined}
          value={src}
          style={{ flex: '1 1 14rem' }}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <Button variant="default" loading={create.isPending} onClick={() => setOpen(true)}>
          {words.choose}
        </Button>
      </Group>
      {create.isError && <Failure error={create.error} />}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={words.title} size="lg">
        <Shelf
          choose={({ url }) => {
            choose(url)
            setOpen(false)
          }}
        />
      </Modal>
    </div>
  )
}

/** Of pictures of this server, which may have another public address than this page. */
const ownPath = /^\/a\/\d+-[\w-]{16,}$/

/** The console shows only pictures of this server, so that no other one learns who looks. */
function isForeign(src: string): boolean {
  if (!URL.canParse(src)) return false
  const { origin, pathname } = new URL(src)
  return origin !== location.origin && !ownPath.test(pathname)
}

type Choose = { choose: (picture: AssetRecord) => void }

/** The pictures of the organization, and a new one. */
export function Shelf({ choose }: Choose) {
  const may = useMay()
  const assets = useCall(listAssets, { query: { per_page: 100 } })
  const [doomed, setDoomed] = useState<number | null>(null)
  return (
    <Stack>
      {may(createAsset) && <Upload choose={choose} />}
      <Answered of={assets}>
        {({ data }) => {
          const going = data.find(({ id }) => id === doomed)
          return (
            <>
              {going !== undefined && (
                <Doomed id={going.id} name={going.filename} close={() => setDoomed(null)} />
              )}
              {data.length === 0 && <Text c="dimmed">{words.empty}</Text>}
              <SimpleGrid cols={{ base: 2, sm: 4 }}>
                {data.map((picture) => {
                  const { id, url, filename } = picture
                  return (
                    <Stack key={id} gap={4}>
                      <UnstyledButton aria-label={words.use(filename)} onClick={() => choose(picture)}>
                        <Image
                          src={`${serverUrl}/a/${url.split('/').at(-1) ?? ''}`}
                          alt=""
                          h={96}
                          fit="contain"
                        />
                        <Text size="sm" truncate>
                          {filename}
                        </Text>
                      </UnstyledButton>
                      {may(deleteAsset) && (
                        <Button
                          variant="subtle"
                          color="gray"
                          size="compact-sm"
                          aria-label={words.removeTitle(filename)}
                          onClick={() => setDoomed(id)}
                        >
                          {words.remove}
                        </Button>
                      )}
                    </Stack>
                  )
                })}
              </SimpleGrid>
            </>
          )
        }}
      </Answered>
    </Stack>
  )
}

function Upload({ choose }: Choose) {
  const { take, isTooLarge, create } = useUpload(choose)
  return (
    <>
      <FileInput
        label={words.upload}
        description={words.uploadHint}
        accept="image/png,image/jpeg,image/gif,image/webp"
        disabled={create.isPending}
        error={isTooLarge ? words.tooLarge : undefined}
        onChange={take}
      />
      {create.isError && <Failure error={create.error} />}
    </>
  )
}

type DoomedProps = { id: number; name: string; close: () => void }

/** Asked in place: it cannot be undone, and messages that are out lose it as well. */
function Doomed({ id, name, close }: DoomedProps) {
  const remove = useChange(deleteAsset, { done: close })
  return (
    <Alert role="alert" variant="outline" color="var(--quiver-warning)" title={words.removeTitle(name)}>
      <Text mb="xs">{words.removeText}</Text>
      {remove.isError && <Failure error={remove.error} />}
      <Group gap="xs">
        <Button variant="default" onClick={close} autoFocus>
          {words.keep}
        </Button>
        <Button
          variant="outline"
          color="var(--quiver-danger)"
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id } })}
        >
          {words.removeDo}
        </Button>
      </Group>
    </Alert>
  )
}
