"""The environment (design: settings contract). Each name below is an environment variable."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

# Not uvicorn's "trace": it would log every header, and with them the keys of seats.
LogLevel = Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(str.lower)]
LogFormat = Annotated[Literal["text", "json"], BeforeValidator(str.lower)]


class Settings(BaseSettings):
    """Everything that can be set from outside; the README lists the same names."""

    model_config = SettingsConfigDict(populate_by_name=True, extra="ignore")

    host: str = Field("127.0.0.1", alias="MACHI_HOST")
    port: int = Field(8000, alias="MACHI_PORT", ge=0, le=65535)
    data: Path = Field(Path("data"), alias="MACHI_DATA", description="folder of the embedded database")
    database_url: str = Field("", alias="DATABASE_URL", description="another Postgres; empty: the embedded one")
    redis_url: str = Field("", alias="REDIS_URL", description="carries wake-ups between machines")
    workers: int = Field(1, alias="MACHI_WORKERS", ge=1)
    public_url: str = Field("", alias="MACHI_PUBLIC_URL", description="https://machi.example; empty: as asked")
    trusted_proxies: str = Field("", alias="MACHI_TRUSTED_PROXIES", description="addresses or networks, by comma")
    admin_password_hash: str = Field("", alias="MACHI_ADMIN_PASSWORD_HASH", description="empty: no admin's pages")
    allow_seed: bool = Field(False, alias="MACHI_ALLOW_SEED", description="tests only: rooms with a chosen seed")
    limits: float = Field(
        1.0, alias="MACHI_LIMITS", ge=0, description="factor on what one address may do; 0: no limits"
    )
    log_level: LogLevel = Field("info", alias="MACHI_LOG_LEVEL")
    metrics_host: str = Field("127.0.0.1", alias="MACHI_METRICS_HOST")
    metrics_port: int = Field(0, alias="MACHI_METRICS_PORT", ge=0, le=65535, description="of the first worker; 0: none")
    log_format: LogFormat = Field("text", alias="MACHI_LOG_FORMAT", description="of a line; text is for people")


@cache
def settings() -> Settings:
    """The settings of this process, read once."""
    return Settings()
