import { Group, Select, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { fonts, type Theme } from '../../../../src/contract/blocks/document.ts'
import { Panel } from '../../../design/page.tsx'
import { composeWords } from '../../../words/compose.ts'
import { ColorField, NumberField } from './controls.tsx'

const words = composeWords.blocks.themeFields

const colors = [
  'background',
  'panel',
  'text',
  'link',
  'button',
  'dark_background',
  'dark_panel',
  'dark_text',
  'dark_link',
] as const

type ThemeProps = { theme: Theme; change: (theme: Theme) => void }

/** Closed at first: most messages keep the fonts and colors of their template. */
export function ThemeFields(props: ThemeProps) {
  const [isOpen, setOpen] = useState(false)
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Panel flush>
      <UnstyledButton className="block-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon size={18} stroke={1.75} />
        <Text component="span" fw={600}>
          {composeWords.blocks.theme}
        </Text>
      </UnstyledButton>
      {isOpen && <All {...props} />}
    </Panel>
  )
}

function All({ theme, change }: ThemeProps) {
  return (
    <Group gap="sm" align="flex-end" p="md" pt={4}>
      <Select
        label={words.font}
        value={theme.font}
        allowDeselect={false}
        data={fonts.map((font) => ({ value: font, label: words.fonts[font] }))}
        onChange={(font) => font !== null && change({ ...theme, font: font })}
      />
      <NumberField
        label={words.font_size_px}
        value={theme.font_size_px}
        min={12}
        max={24}
        change={(font_size_px) => change({ ...theme, font_size_px })}
      />
      <NumberField
        label={words.width_px}
        value={theme.width_px}
        min={320}
        max={800}
        change={(width_px) => change({ ...theme, width_px })}
      />
      <NumberField
        label={words.radius_px}
        value={theme.radius_px}
        max={40}
        change={(radius_px) => change({ ...theme, radius_px })}
      />
      <TextInput
        label={words.language}
        value={theme.language}
        maxLength={20}
        w={160}
        onChange={({ currentTarget }) => change({ ...theme, language: currentTarget.value })}
      />
      {colors.map((name) => (
        <ColorField
          key={name}
          label={words[name]}
          value={theme[name]}
          change={(color) => color !== '' && change({ ...theme, [name]: color })}
        />
      ))}
    </Group>
  )
}
