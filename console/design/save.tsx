import { Button, Group, Text } from '@mantine/core'
import { useAskBeforeClosing } from '../app/reach/unsaved.ts'
import { words } from '../words/app.ts'
import { Failure } from './states.tsx'

type SaveProps = {
  of: { isPending: boolean; isError: boolean; isSuccess: boolean; error: unknown }
  isDirty: boolean
  word: string
  /** Default: that it is saved. */
  saved?: string
  /** The one filled button of a view. */
  isMain?: boolean
}

/** Below the fields of a form that stays open: why it was refused, the button, and whether all of it is saved. */
export function Save({ of: save, isDirty, word, saved = words.saved, isMain = false }: SaveProps) {
  useAskBeforeClosing(isDirty)
  return (
    <>
      {save.isError && <Failure error={save.error} />}
      <Group>
        <Button
          type="submit"
          variant={isMain ? 'filled' : 'default'}
          loading={save.isPending}
          disabled={!isDirty}
        >
          {word}
        </Button>
        <Text role="status" c="dimmed">
          {save.isSuccess && !isDirty ? saved : ''}
        </Text>
      </Group>
    </>
  )
}
