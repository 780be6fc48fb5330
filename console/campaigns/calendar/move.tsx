import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useZone } from '../../app/places.ts'
import { Dialog } from '../../design/confirm.tsx'
import { Failure } from '../../design/states.tsx'
import { words as appWords } from '../../words/app.ts'
import { calendarWords as words } from '../../words/report/calendar.ts'
import type { Campaign } from '../data.ts'
import { wallTime } from './days.ts'

type MoveProps = {
  of: Campaign
  /** Proposed: `2026-05-03T09:00`. */
  at: string
  move: (at: string) => void
  close: () => void
  state: { isPending: boolean; error: unknown }
}

/** Another day and time for a campaign that is scheduled: by the keyboard, and after a drag. */
export function Move({ of: { name }, at, move, close, state }: MoveProps) {
  const zone = useZone()
  const [text, setText] = useState(at)
  const isOver = text <= wallTime(new Date(), zone)
  return (
    <Dialog isOpen title={words.move(name)} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          move(text)
        }}
      >
        <Stack gap="md">
          <TextInput
            type="datetime-local"
            label={words.moveTo}
            description={zone}
            data-autofocus
            required
            value={text}
            error={isOver ? words.over : undefined}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {state.error != null && <Failure error={state.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {appWords.cancel}
            </Button>
            <Button type="submit" loading={state.isPending} disabled={isOver}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
