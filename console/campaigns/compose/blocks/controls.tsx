import { ColorInput, NumberInput, TextInput } from '@mantine/core'
import { safeHref } from '../../../../src/contract/blocks/markup.ts'
import { composeWords } from '../../../words/compose.ts'

const words = composeWords.blocks.fields

type Value<Kind> = { label: string; value: Kind; change: (value: Kind) => void }

export function NumberField({
  label,
  value,
  min = 0,
  max,
  change,
}: Value<number> & { min?: number; max: number }) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={min}
      max={max}
      clampBehavior="strict"
      hideControls
      allowDecimal={false}
      w={160}
      onChange={(next) => typeof next === 'number' && change(next)}
    />
  )
}

/** Empty: none, or that of the theme. */
export function ColorField({ label, value, change }: Value<string>) {
  return (
    <ColorInput
      label={label}
      value={value}
      placeholder={words.noColor}
      format="hex"
      withEyeDropper={false}
      w={160}
      onChange={(next) => (next === '' || /^#[0-9a-f]{6}$/i.test(next)) && change(next.toLowerCase())}
    />
  )
}

export function HrefField({ value, change }: Omit<Value<string>, 'label'>) {
  const isWrong = value.trim() !== '' && safeHref(value) === ''
  return (
    <TextInput
      label={words.href}
      description={words.hrefHint}
      value={value}
      error={isWrong ? words.hrefWrong : undefined}
      style={{ flex: '1 1 14rem' }}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
