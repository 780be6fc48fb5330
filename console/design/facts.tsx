import { Box, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Fact = { word: string; value: ReactNode }

/** What is known of one thing: words on the left, values on the right; one under the other when narrow. */
export function Facts({ of: facts }: { of: readonly Fact[] }) {
  return (
    <Box component="dl" className="facts">
      {facts.map(({ word, value }) => (
        <Box key={word} className="fact">
          <Text component="dt" c="dimmed" size="sm">
            {word}
          </Text>
          <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Box>
      ))}
    </Box>
  )
}

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'calm'

/** A state is an icon, a word and a colour: never the colour alone. */
export function State({ icon: Sign, tone, word }: { icon: Icon; tone: Tone; word: string }) {
  const color = tone === 'calm' ? 'var(--mantine-color-dimmed)' : `var(--quiver-${tone})`
  return (
    <Text
      component="span"
      inherit
      c={color}
      style={{
        display: 'inline-flex',
        gap: 6,
        alignItems: 'center',
        verticalAlign: 'middle',
        whiteSpace: 'nowrap',
      }}
    >
      <Sign size={16} stroke={1.75} aria-hidden />
      {word}
    </Text>
  )
}
