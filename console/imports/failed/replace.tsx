import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Failure } from '../../../src/contract/imports/failures.ts'
import { failedWords as words } from '../../words/failed-rows.ts'

type ReplaceProps = {
  failure: Failure
  title: string
  /** Of how many rows. */
  loaded: number
  /** @returns how many cells were replaced. */
  replace: (change: { from: string; to: string }) => number
}

/** The same correction in all rows that have been loaded. */
export function Replace({ failure: { examples }, title, loaded, replace }: ReplaceProps) {
  const [from, setFrom] = useState(examples[0] ?? '')
  const [to, setTo] = useState('')
  const [done, setDone] = useState<number | null>(null)
  return (
    <form
      aria-label={words.replaceIn(title)}
      onSubmit={(event) => {
        event.preventDefault()
        setDone(replace({ from, to }))
      }}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          label={words.replaceFrom(title)}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          label={words.replaceTo}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {words.replace(loaded)}
        </Button>
        <Text role="status" size="sm" c="dimmed">
          {done === null ? '' : words.replaced(done)}
        </Text>
      </Group>
    </form>
  )
}
