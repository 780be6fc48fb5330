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

/** `www.alder.co/autumn` is meant as a web address, and `anna@alder.co` as one of mail. What is neither stays as it is. */
function withProtocol(text: string): string {
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  return /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[:/?#]\S*)?$/u.test(text) ? `https://${text}` : text
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
      onBlur={() => isWrong && change(withProtocol(value.trim()))}
    />
  )
}
