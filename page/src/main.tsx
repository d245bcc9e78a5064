import { render } from "preact";
import { App } from "./app";
import { findSource } from "./source";
import "./style.css";

render(<App source={findSource()} />, document.getElementById("page")!);
