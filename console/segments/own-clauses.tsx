import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Clause } from '../../src/contract/segments/clauses.ts'
import { Builder } from './builder.tsx'
import { useChoices } from './choices.ts'
import { draftOf } from './from-clauses.ts'
import { explained } from './explain.ts'
import { clausesOf } from './to-clauses.ts'
import { segmentWords } from '../words/audience/segments.ts'

type Props = {
  listId: number
  /** What the builder begins with. */
  first: readonly Clause[]
  /** null while a condition is not complete. */
  change: (clauses: readonly Clause[] | null) => void
}

/** Conditions of one record, such as a step or a block, and what they say. */
export default function OwnClauses({ listId, first, change }: Props) {
  const [top, setTop] = useState(() => draftOf(first))
  const { choices, known, isReady } = useChoices(listId, { top })
  if (!isReady) return null
  const clauses = clausesOf(top, known)
  return (
    <Stack gap="xs">
      <Builder
        top={top}
        change={(next) => {
          setTop(next)
          change(clausesOf(next, known))
        }}
        choices={choices}
      />
      <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
        {clauses === null ? segmentWords.preview.incomplete : explained(clauses)}
      </Text>
    </Stack>
  )
}
