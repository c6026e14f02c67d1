// Runs in a worker thread: a month of a house with a hundred things takes a second or two.
export { learnHabits } from "./learn-habits.ts";
