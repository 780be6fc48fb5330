import { Box, Group, Radio, Text } from '@mantine/core'
import { compileDocument } from '../../../../src/contract/blocks/compile.ts'
import type { BlockDocument } from '../../../../src/contract/blocks/document.ts'
import { serverUrl } from '../../../app/root.ts'
import { withOwnPictures } from '../preview/own-pictures.ts'
import { SmallMail } from '../preview/small-mail.tsx'
import { withDrawings } from './drawn.ts'

export type Card = { key: string; name: string; document: BlockDocument | null; html?: string | undefined }

type GalleryProps = { legend: string; cards: readonly Card[]; value: string; choose: (key: string) => void }

/** One of several, each with a small picture of what it looks like. */
export function Gallery({ legend, cards, value, choose }: GalleryProps) {
  return (
    <Radio.Group label={legend} value={value} onChange={choose}>
      <Group gap="md" mt="xs" align="stretch">
        {cards.map((card) => (
          <Radio.Card key={card.key} value={card.key} w={200} p="xs" radius="md">
            <Miniature card={card} />
            <Group gap="xs" mt="xs" wrap="nowrap">
              <Radio.Indicator />
              <Text style={{ overflowWrap: 'anywhere' }}>{card.name}</Text>
            </Group>
          </Radio.Card>
        ))}
      </Group>
    </Radio.Group>
  )
}

/** Of a card of 200 px, without its padding and edge. */
const width = 178
const height = 200

/** The message itself, made small. It runs nothing, takes no focus and is not read aloud: its name is below. */
export function Miniature({ card: { document, html, name } }: { card: Card }) {
  const written = document === null ? (html ?? '') : compileDocument(document, { showsAll: true }).html
  const page = withDrawings(withOwnPictures(written, serverUrl))
  return (
    <Box
      aria-hidden
      style={{ height, overflow: 'hidden', borderRadius: 6, border: '1px solid var(--quiver-hairline)' }}
    >
      {page !== '' && <SmallMail html={page} title={name} width={width} height={height} />}
    </Box>
  )
}
