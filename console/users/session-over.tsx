import { Modal, Stack, Text, Title } from '@mantine/core'
import { useOpenSession } from '../app/session.tsx'
import { words } from '../words/app.ts'
import { LogInForm } from './log-in-form.tsx'

/** The log-in over the page, so that nothing on it is lost. Without a header: that would be a second banner. */
export function SessionOver() {
  const { user } = useOpenSession()
  return (
    <Modal.Root opened onClose={() => {}} closeOnEscape={false} closeOnClickOutside={false} centered>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={words.sessionOver.title}>
        <Modal.Body p="lg">
          <Stack gap="md">
            <Title order={2}>{words.sessionOver.title}</Title>
            <Text>{words.sessionOver.text}</Text>
            <LogInForm email={user.email} />
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
