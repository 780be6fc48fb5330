import { Anchor, Box, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { Link } from 'wouter'
import { count, percent } from '../design/figures.ts'

export type Tile<Key extends string> = {
  key: Key
  word: string
  value: number
  /** What the rate is a share of. */
  base?: { word: string; value: number }
  /** What the rate is compared with. */
  average?: string | undefined
  /** Where the people behind the number are. */
  to?: string | undefined
}

type Props<Key extends string> = {
  label: string
  tiles: readonly Tile<Key>[]
  /** Where the tiles choose what is shown below them. */
  chosen?: Key
  choose?: (key: Key) => void
}

/** Figures beside each other: a rate never without its count, and a number with the way to its people. */
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
      {tiles.map((tile) => (
        <Box key={tile.key} p="md" className="tile" data-chosen={tile.key === chosen || undefined}>
          {choose === undefined ? (
            <Text component="span" display="block" size="sm" c="dimmed">
              {tile.word}
            </Text>
          ) : (
            <UnstyledButton
              className="tile-choice"
              aria-pressed={tile.key === chosen}
              onClick={() => choose(tile.key)}
            >
              {tile.word}
            </UnstyledButton>
          )}
          <Figure {...tile} />
        </Box>
      ))}
    </SimpleGrid>
  )
}

function Figure<Key extends string>({ word, value, base, average, to }: Tile<Key>) {
  const rate = base === undefined ? '' : percent(value, base.value)
  return (
    <>
      <Text component="span" size="xl" fw={600} className="figures">
        {to === undefined || value === 0 ? (
          count(value)
        ) : (
          <Anchor
            component={Link}
            href={to}
            inherit
            className="tile-number"
            aria-label={`${word}: ${count(value)}`}
          >
            {count(value)}
          </Anchor>
        )}
      </Text>
      {rate !== '' && (
        <Text component="span" display="block" size="sm" c="dimmed" className="figures">
          {rate} {base?.word}
        </Text>
      )}
      {average !== undefined && (
        <Text component="span" display="block" size="sm" c="dimmed" className="figures">
          {average}
        </Text>
      )}
    </>
  )
}
