import { Box, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { count, percent } from '../design/figures.ts'

export type Tile<Key extends string> = {
  key: Key
  word: string
  value: number
  /** What the rate is a share of. */
  base?: { word: string; value: number }
}

type Props<Key extends string> = {
  label: string
  tiles: readonly Tile<Key>[]
  /** Where the tiles choose what is shown below them. */
  chosen?: Key
  choose?: (key: Key) => void
}

/** Figures beside each other: a rate never without its count. */
export function Tiles<Key extends string>({ label, tiles, chosen, choose }: Props<Key>) {
  return (
    <SimpleGrid
      component="section"
      aria-label={label}
      cols={{ base: 2, xs: 3, md: Math.min(tiles.length, 6) }}
      spacing={0}
      className="panel"
      style={{ overflow: 'hidden' }}
    >
      {tiles.map((tile) =>
        choose === undefined ? (
          <Box key={tile.key} p="md">
            <Figure {...tile} />
          </Box>
        ) : (
          <UnstyledButton
            key={tile.key}
            p="md"
            aria-pressed={tile.key === chosen}
            onClick={() => choose(tile.key)}
            className="tile"
            style={{
              borderBottom: `3px solid ${tile.key === chosen ? 'var(--mantine-primary-color-filled)' : 'transparent'}`,
            }}
          >
            <Figure {...tile} />
          </UnstyledButton>
        ),
      )}
    </SimpleGrid>
  )
}

function Figure<Key extends string>({ word, value, base }: Tile<Key>) {
  const rate = base === undefined ? '' : percent(value, base.value)
  return (
    <>
      <Text component="span" display="block" size="sm" c="dimmed">
        {word}
      </Text>
      <Text component="span" size="xl" fw={600} className="figures">
        {count(value)}
      </Text>
      {rate !== '' && (
        <Text component="span" display="block" size="sm" c="dimmed" className="figures">
          {rate} {base?.word}
        </Text>
      )}
    </>
  )
}
