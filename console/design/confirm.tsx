import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../words/app.ts'
import { Failure } from './states.tsx'

type ConfirmProps = {
  isOpen: boolean
  title: string
  /** What will happen, in people and things. */
  children: ReactNode
  /** The verb with its object: Delete the key. */
  action: string
  act: () => void
  close: () => void
  isWorking?: boolean
  isOff?: boolean
  error?: unknown
}

/** Before what cannot be undone. The way back has the focus. */
export function Confirm({
  isOpen,
  title,
  children,
  action,
  act,
  close,
  isWorking = false,
  isOff = false,
  error,
}: ConfirmProps) {
  return (
    <Dialog isOpen={isOpen} title={title} close={close}>
      <Stack gap="md">
        {children}
        {error != null && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {words.cancel}
          </Button>
          <Danger onClick={act} loading={isWorking} disabled={isOff}>
            {action}
          </Danger>
        </Group>
      </Stack>
    </Dialog>
  )
}

type DialogProps = { isOpen: boolean; title: string; close: () => void; children: ReactNode }

/** Mantine's own head of a dialog is a second banner of the page to screen readers. */
export function Dialog({ isOpen, title, close, children }: DialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} withCloseButton={false}>
      <Modal.Title mb="md" fw={600}>
        {title}
      </Modal.Title>
      {children}
    </Modal>
  )
}

type DangerProps = {
  onClick: () => void
  loading?: boolean
  disabled?: boolean
  size?: 'xs' | 'sm'
  children: ReactNode
}

/** Outlined, so that it is never the button that one reaches for. */
export function Danger(props: DangerProps) {
  return <Button variant="outline" color="var(--quiver-danger)" {...props} />
}
