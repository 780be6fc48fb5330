import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { words as common } from '../words/app.ts'
import { Dialog } from '../design/confirm.tsx'
import { routeWords as words } from '../words/resources.ts'

type EditProps = { name: string; button?: string; children: (close: () => void) => ReactNode }

/** Opens a form for one record. The form is created each time, with the current values. */
export function Edit({ name, button = words.editing.button, children }: EditProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={words.editing.of(button, name)}>
        {button}
      </Button>
      <Dialog isOpen={isOpen} title={words.editing.of(button.replace(' …', ''), name)} close={close}>
        {children(close)}
      </Dialog>
    </>
  )
}

/** Below the fields of a form in a dialog. */
export function SaveOrLeave({ close, isSaving }: { close: () => void; isSaving: boolean }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close}>
        {common.cancel}
      </Button>
      <Button type="submit" loading={isSaving}>
        {words.editing.save}
      </Button>
    </Group>
  )
}
