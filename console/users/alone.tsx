import { Box, Group, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { consolePath } from '../app/root.ts'
import { LanguageChoice } from './language-choice.tsx'
import { userWords } from '../words/session/users.ts'

type Props = { title: string; lead?: string; wide?: boolean; children: ReactNode }

/** A page without the frame of the console, for people who have not logged in. */
export function Alone({ title, lead, wide = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${userWords.product}`
  }, [title])
  return (
    <Box component="main" maw={wide ? '32rem' : '24rem'} mx="auto" px="md" py={{ base: 'xl', sm: '10vh' }}>
      <Group gap={8} mb="xl">
        <img src={`${consolePath}/../icon.svg`} alt="" width={24} height={24} />
        <Text fw={600} c="dimmed">
          {userWords.product}
        </Text>
      </Group>
      <Title order={1} mb={lead === undefined ? 'lg' : 4}>
        {title}
      </Title>
      {lead !== undefined && (
        <Text c="dimmed" mb="lg">
          {lead}
        </Text>
      )}
      {children}
      <LanguageChoice />
    </Box>
  )
}
