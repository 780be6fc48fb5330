import { Anchor, Button, CopyButton, Group, Image, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  deleteAsset,
  showAssetUses,
  type AssetRecord,
  type AssetUse,
} from '../../../src/contract/resources/assets.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useZone } from '../../app/places.ts'
import { shownAt } from '../../campaigns/compose/blocks/pictures.tsx'
import { Confirm, Dialog } from '../../design/confirm.tsx'
import { instantWithoutZone, size } from '../../design/figures.ts'
import { Answered } from '../../design/states.tsx'
import { UseList } from '../../design/uses.tsx'
import { words as common } from '../../words/app.ts'
import { pictureWords as words } from '../../words/pictures.ts'

export function PictureCard({ picture }: { picture: AssetRecord }) {
  const may = useMay()
  const zone = useZone()
  const { filename, url, width_px: width, height_px: height, size_bytes: bytes } = picture
  return (
    <Stack component="li" className="panel" gap="xs" p="md" style={{ listStyle: 'none' }}>
      <Image src={shownAt(picture)} alt="" h={140} fit="contain" />
      <Stack gap={2}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {filename}
        </Text>
        <Text size="sm" c="dimmed" className="figures">
          {words.sized(width, height, size(bytes))}
        </Text>
        <Text size="sm" c="dimmed">
          {words.added(instantWithoutZone(picture.created_at, zone))}
        </Text>
        <Uses picture={picture} />
      </Stack>
      <Group gap="xs" mt="auto">
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy} aria-label={words.copyOf(filename)}>
              {copied ? common.copy.done : words.copy}
            </Button>
          )}
        </CopyButton>
        {may(deleteAsset) && <Remove picture={picture} />}
      </Group>
    </Stack>
  )
}

/** A number leads to what it counts. */
function Uses({ picture: { id, filename, use_count: count } }: { picture: AssetRecord }) {
  const [isOpen, setOpen] = useState(false)
  const found = useCall(showAssetUses, { params: { id } }, { enabled: isOpen })
  return (
    <>
      <Anchor component="button" size="sm" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        {words.used(count)}
      </Anchor>
      <Dialog isOpen={isOpen} title={words.of(filename)} close={() => setOpen(false)}>
        <Stack>
          <Answered of={found}>
            {({ data: { uses } }) => (
              <Shown uses={uses} unknown={words.unknown} none={words.notShown} some={words.shown} />
            )}
          </Answered>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {common.close}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}

function Remove({ picture: { id, filename } }: { picture: AssetRecord }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useChange(deleteAsset, { done: () => setOpen(false) })
  // What is being deleted must not be fetched again.
  const isAsked = isOpen && (remove.isIdle || remove.isError)
  const found = useCall(showAssetUses, { params: { id } }, { enabled: isAsked })
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        color="gray"
        aria-label={words.removal.of(filename)}
        onClick={() => setOpen(true)}
      >
        {words.removal.button}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={words.removal.title(filename)}
        action={words.removal.action(filename)}
        act={() => remove.mutate({ params: { id } })}
        close={() => setOpen(false)}
        isWorking={remove.isPending}
        isOff={found.data === undefined}
        error={remove.error}
      >
        <Answered of={found}>
          {({ data: { uses } }) => (
            <Shown
              uses={uses}
              unknown={words.removal.unknown}
              none={words.removal.notUsed}
              some={words.removal.lost}
            />
          )}
        </Answered>
      </Confirm>
    </>
  )
}

type ShownProps = { uses: readonly AssetUse[] | null; unknown: string; none: string; some: string }

function Shown({ uses, unknown, none, some }: ShownProps) {
  if (uses === null) return <Text>{unknown}</Text>
  if (uses.length === 0) return <Text>{none}</Text>
  return (
    <Stack gap="xs">
      <Text>{some}</Text>
      <UseList uses={uses} />
    </Stack>
  )
}
