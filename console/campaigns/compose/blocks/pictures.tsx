import {
  Button,
  Checkbox,
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
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import {
  assetBytesMax,
  createAsset,
  listAssets,
  type AssetRecord,
} from '../../../../src/contract/resources/assets.ts'
import { useCall, useChange } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { Answered, Failure } from '../../../design/states.tsx'
import { composeWords } from '../../../words/compose.ts'
import { pictureWords } from '../../../words/pictures.ts'
import { base64Of } from './base64.ts'

const words = composeWords.pictures

type Chosen = { src: string; name: string }
type PicturesProps = { src: string; choose: (picture: Chosen) => void }

/** Whether the message carries one of the pictures that the server keeps, or loads it when it is read. */
export function Carried({ src, change }: { src: string; change: (src: string) => void }) {
  const assets = useCall(listAssets, { query: { per_page: 500 } })
  const known = assets.data?.data ?? []
  const asset = known.find(({ id, url }) => src === url || src === carriedAt(id))
  if (asset === undefined) return null
  return (
    <Checkbox
      label={words.carried}
      description={words.carriedHint}
      checked={src !== asset.url}
      onChange={({ currentTarget }) => change(currentTarget.checked ? carriedAt(asset.id) : asset.url)}
    />
  )
}

function carriedAt(id: number): string {
  return `cid:asset-${id}`
}

/** An address, or one of the pictures that the server keeps. */
export function Pictures({ src, choose }: PicturesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label={composeWords.blocks.fields.src}
        value={src}
        style={{ flex: '1 1 14rem' }}
        onChange={({ currentTarget }) => choose({ src: currentTarget.value, name: '' })}
      />
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.choose}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={words.title} size="lg">
        <Shelf
          choose={({ url, filename }) => {
            choose({ src: url, name: nameOf(filename) })
            setOpen(false)
          }}
        />
      </Modal>
    </Group>
  )
}

/** What one looks through; the others are found by their name. */
const shelfMost = 100

type Choose = { choose: (picture: AssetRecord) => void }

/** The pictures of the organization, and a new one. */
export function Shelf({ choose }: Choose) {
  const may = useMay()
  const [typed, type] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 150)
  const query = { per_page: shelfMost, ...(asked === '' ? {} : { filename_contains: asked }) }
  const assets = useCall(listAssets, { query }, { keep: true })
  const isFull = typed !== '' || (assets.data?.paging?.num_records ?? 0) > shelfMost
  return (
    <Stack>
      {may(createAsset) && <Upload choose={choose} />}
      {isFull && (
        <TextInput
          type="search"
          label={pictureWords.search}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
      <Answered of={assets}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">{asked === '' ? words.empty : pictureWords.none}</Text>
          ) : (
            <SimpleGrid cols={{ base: 2, sm: 4 }}>
              {data.map((picture) => (
                <UnstyledButton
                  key={picture.id}
                  aria-label={words.use(picture.filename)}
                  onClick={() => choose(picture)}
                >
                  <Image src={shownAt(picture)} alt="" h={96} fit="contain" />
                  <Text size="sm" truncate>
                    {picture.filename}
                  </Text>
                </UnstyledButton>
              ))}
            </SimpleGrid>
          )
        }
      </Answered>
    </Stack>
  )
}

/** From where the page came: its policy loads no pictures of other hosts, and the public address may name one. */
export function shownAt({ url }: Pick<AssetRecord, 'url'>): string {
  return new URL(url, location.href).pathname
}

export function Upload({ choose }: Choose) {
  const [isTooLarge, setTooLarge] = useState(false)
  const create = useChange(createAsset, { done: choose })
  const take = async (file: File | null) => {
    if (file === null) return
    setTooLarge(file.size > assetBytesMax)
    if (file.size > assetBytesMax) return
    create.mutate({ body: { filename: file.name, content: await base64Of(file) } })
  }
  return (
    <>
      <FileInput
        label={words.upload}
        description={words.uploadHint}
        placeholder={words.chooseFile}
        accept="image/png,image/jpeg,image/gif,image/webp"
        disabled={create.isPending}
        error={isTooLarge ? words.tooLarge : undefined}
        onChange={(file) => void take(file)}
      />
      {create.isError && <Failure error={create.error} />}
    </>
  )
}

function nameOf(filename: string): string {
  return filename.replace(/\.[a-z0-9]{2,5}$/i, '').replaceAll(/[_-]+/g, ' ')
}
