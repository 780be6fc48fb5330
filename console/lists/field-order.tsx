import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { orderCustomFields, type CustomField } from '../../src/contract/lists/custom-fields.ts'
import { useChange } from '../app/api.ts'
import { Failure } from '../design/states.tsx'
import { fieldWords as words } from '../words/audience/lists.ts'
import { FieldRow } from './field-row.tsx'
import { dropEdge, movedTo } from './moves.ts'
import './fields.css'

type FieldOrderProps = { listId: number; fields: readonly CustomField[] }

/** Moved by buttons, by Alt with an arrow, or by dragging. The new order shows at once; a refusal brings the old one back. */
export function FieldOrder({ listId, fields }: FieldOrderProps) {
  const [wanted, setWanted] = useState<readonly number[] | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, say] = useState('')
  const order = useChange(orderCustomFields, { queue: `fields of ${listId}` })
  const shown = wanted === null ? fields : inOrder(fields, wanted)
  const move = (id: number, to: number) => {
    const ids = movedTo(
      shown.map((field) => field.id),
      id,
      to,
    )
    if (ids === null) return
    setWanted(ids)
    say(words.moved(fields.find((field) => field.id === id)?.name ?? '', to + 1, ids.length))
    order.mutate(
      { params: { mailing_list_id: listId }, body: { custom_field_ids: ids } },
      { onSettled: () => setWanted(null) },
    )
  }
  const from = shown.findIndex(({ id }) => id === dragged)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return (
    <>
      {order.isError && <Failure error={order.error} />}
      <ol className="fields" aria-label={words.title}>
        {shown.map((field, place) => (
          <FieldRow
            key={field.id}
            field={field}
            place={{ now: place, of: shown.length }}
            move={(to) => move(field.id, to)}
            drag={{
              isHeld: dragged === field.id,
              edge: dropEdge(from, over, place),
              start: () => setDragged(field.id),
              end,
              // What comes from elsewhere, such as a file, is not taken.
              over: () => dragged !== null && (setOver(place), true),
              drop: () => {
                if (dragged !== null && dragged !== field.id) move(dragged, place)
                end()
              },
            }}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

function inOrder(fields: readonly CustomField[], ids: readonly number[]): CustomField[] {
  return fields.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
