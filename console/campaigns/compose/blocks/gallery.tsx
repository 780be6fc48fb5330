import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core'
import {
  IconCode,
  IconColumns2,
  IconHeading,
  IconLayoutBottombar,
  IconLayoutNavbar,
  IconLetterT,
  IconLineDashed,
  IconPhoto,
  IconPlus,
  IconQuote,
  IconRectangle,
  IconShare,
  IconSpacingVertical,
} from '@tabler/icons-react'
import type { BlockType } from '../../../../src/contract/blocks/document.ts'
import { Panel } from '../../../design/page.tsx'
import { composeWords } from '../../../words/compose.ts'
import { blockTypes } from '../starts.ts'
import { useDraggable } from './dragging.ts'

const words = composeWords.blocks

export const blockIcons: Record<BlockType, typeof IconPlus> = {
  text: IconLetterT,
  heading: IconHeading,
  image: IconPhoto,
  button: IconRectangle,
  columns: IconColumns2,
  quote: IconQuote,
  divider: IconLineDashed,
  spacer: IconSpacingVertical,
  header: IconLayoutNavbar,
  footer: IconLayoutBottombar,
  social: IconShare,
  html: IconCode,
}

type Add = (type: BlockType) => void

/** Each kind of block: a press adds it after the open block, and it can be dragged to its place. */
export function Gallery({ add }: { add: Add }) {
  return (
    <Panel title={words.add}>
      <ul className="block-gallery" aria-label={words.add}>
        {blockTypes.map((type) => (
          <Tile key={type} type={type} add={add} />
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="xs">
        {words.galleryHint}
      </Text>
    </Panel>
  )
}

function Tile({ type, add }: { type: BlockType; add: Add }) {
  const { element, isHeld } = useDraggable({ id: '', type })
  const Icon = blockIcons[type]
  return (
    <li ref={(node) => void (element.current = node)} data-held={isHeld || undefined}>
      <UnstyledButton className="block-tile" onClick={() => add(type)}>
        <Icon size={18} stroke={1.75} aria-hidden />
        {words.names[type]}
      </UnstyledButton>
    </li>
  )
}

type InsertProps = { types: readonly BlockType[]; label: string; add: Add }

/** Between two blocks: seen when the pointer or the focus is there. */
export function Insert({ types, label, add }: InsertProps) {
  return (
    <div className="block-insert">
      <Menu position="bottom" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={24} radius="xl" aria-label={label}>
            <IconPlus size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          {types.map((type) => {
            const Icon = blockIcons[type]
            return (
              <Menu.Item key={type} leftSection={<Icon size={16} stroke={1.75} />} onClick={() => add(type)}>
                {words.names[type]}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
