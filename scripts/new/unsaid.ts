/** Words of another language, until somebody says them in the one whose file they stand in. */
export const asUnsaid = (text: string, language: string) => `[${language}] ${text}`;

export const isUnsaid = (text: string) => /^\[[a-z]{2,3}(?:-\w+)*\] /.test(text);
