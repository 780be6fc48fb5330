/** `codes`: `%%First_name%%`. `liquid`: these, and `{{ person.first_name }}`, conditions and loops. */
export const contentLanguages = ['codes', 'liquid'] as const
export type ContentLanguage = (typeof contentLanguages)[number]
