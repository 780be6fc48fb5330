import { Checkbox, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { conditionOf } from '../../../../src/contract/blocks/conditions.ts'
import type { Block } from '../../../../src/contract/blocks/document.ts'
import { showMailingList } from '../../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../../app/api.ts'
import { Loading } from '../../../design/states.tsx'
import { composeWords } from '../../../words/compose.ts'

/** Fetched with the first condition. */
const OwnClauses = lazy(() => import('../../../segments/own-clauses.tsx'))

const words = composeWords.blocks.condition

type ShowIfProps = { block: Block; edit: (block: Block) => void; listId: number }

/** Who gets the block. Headers and footers go to everybody, and remote lists have no segments. */
export function ShowIf({ block, edit, listId }: ShowIfProps) {
  const list = useCall(showMailingList, { params: { id: listId } })
  const clauses = conditionOf(block)
  const [isOn, setOn] = useState(clauses.length > 0)
  if (block.type === 'header' || block.type === 'footer') return null
  if (list.data?.data.is_remote_list !== false) return null
  return (
    <Stack gap="xs">
      <Checkbox
        label={words.only}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setOn(currentTarget.checked)
          if (!currentTarget.checked) edit({ ...block, show_if: undefined })
        }}
      />
      {isOn && (
        <Suspense fallback={<Loading rows={2} />}>
          <OwnClauses
            listId={listId}
            first={clauses}
            // What is not complete yet changes nothing.
            change={(next) => next !== null && edit({ ...block, show_if: [...next] })}
          />
          {clauses.length === 0 && (
            <Text size="sm" c="var(--quiver-warning)">
              {words.missing}
            </Text>
          )}
        </Suspense>
      )}
    </Stack>
  )
}
